import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { at } from './project.mjs';

/**
 * The licences of the packages that went into a bundle, as one text.
 * `inputs` are the paths of esbuild's metafile, relative to the root.
 */
export function licencesOf(inputs) {
  const packages = new Set(inputs.map(packageOf).filter((name) => name !== undefined));
  return [...packages]
    .toSorted()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** `node_modules/a/node_modules/@b/c/x.js` is of the package `node_modules/a/node_modules/@b/c`. */
function packageOf(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));
  const file = readdirSync(at(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined || !existsSync(at(folder, file))) throw new Error(`${folder} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(at(folder, file), 'utf8').trim()}\n`;
}
