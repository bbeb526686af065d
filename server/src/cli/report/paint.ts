import { styleText } from 'node:util';

export type Colour = 'red' | 'yellow' | 'blue' | 'green' | 'grey' | 'bold';

/** Colours text where standard output is a terminal that wants colours (https://no-color.org). */
export function paint(colour: Colour, text: string): string {
  const wanted = process.env['FORCE_COLOR'] !== undefined || (process.stdout.isTTY && !process.env['NO_COLOR']);
  return wanted ? styleText(colour === 'grey' ? 'gray' : colour, text) : text;
}
