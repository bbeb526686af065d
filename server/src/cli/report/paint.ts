import { styleText } from 'node:util';

export type Colour = 'red' | 'yellow' | 'blue' | 'green' | 'grey' | 'bold';

/** Colours text where standard output is a terminal that wants colours (https://no-color.org). */
export const paint = (colour: Colour, text: string): string =>
  WANTED ? styleText(colour === 'grey' ? 'gray' : colour, text) : text;

const WANTED = wantsColour(process.env, process.stdout.isTTY);

/** FORCE_COLOR decides; else NO_COLOR and a terminal that knows no colours say no. */
export function wantsColour(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && !no && terminal !== 'dumb';
}
