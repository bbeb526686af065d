import { styleText } from 'node:util';

export type Colour = 'red' | 'yellow' | 'blue' | 'green' | 'grey' | 'bold';

/** Colours text where standard output is a terminal that wants colours (https://no-color.org). */
export const paint = (colour: Colour, text: string): string =>
  WANTED ? styleText(colour === 'grey' ? 'gray' : colour, text) : text;

const WANTED = process.env['FORCE_COLOR'] !== undefined || (process.stdout.isTTY === true && !process.env['NO_COLOR']);
