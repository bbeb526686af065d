import type { Table } from '../../catalog/model.ts';
import type { Declared } from './annotations.ts';

/** So few rows that it does not matter where they lie, in the table or in a partition, are declared. */
export const isSmall = ({ rows, bounded, rowsPerPartition }: Declared): boolean =>
  [rows, rowsPerPartition?.max].some((count) => count !== undefined && count <= FEW) ||
  (bounded !== undefined && (bounded <= FEW || !Number.isFinite(bounded)));

/** So few that all of them may be read. */
export const isSmallInAll = ({ rows }: Declared): boolean => rows !== undefined && rows <= FEW;

export const FEW = 10_000;

/** A list of what there is to choose from, by its name: it has a row for each, and stays short. */
export const isListOfChoices = ({ name, partitionKey, clustering, kind }: Table): boolean =>
  kind === 'table' && partitionKey.length === 1 && clustering.length === 0 && CHOICES.test(name);

const CHOICES =
  /(?:^|_)(?:roles?|permissions?|categor(?:y|ies)|categorias?|genres?|types?|tipos?|statuses|countries|paises|states|currencies|languages|regions?|areas?|zones?|branch(?:es)?|departments?|units|warehouses|armazens|settings|feature_?flags?|toggles?|config(?:s|urations?)?|templates?|plans?|tags|levels?|migrations|refs?|references?|lookups?)$/i;
