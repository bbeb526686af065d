import { languages, type Diagnostic, type DiagnosticCollection, type Uri } from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient/node';

/**
 * The editor asks for the findings of the whole folder now and then, and for those of an open program by itself: of the two answers
 * about one program the latter is shown, so that nothing is shown twice.
 */
export function findingsOnce(): NonNullable<LanguageClientOptions['diagnosticCollectionProvider']> {
  let whole: DiagnosticCollection | undefined;
  let programs: DiagnosticCollection | undefined;
  return {
    create(name) {
      const collection = languages.createDiagnosticCollection(name);
      const put: Put = collection.set.bind(collection);
      if (name === undefined) {
        whole = collection;
        collection.set = ((uri, found) => {
          if (programs?.has(uri) !== true) put(uri, found);
        }) as Put as DiagnosticCollection['set'];
      } else {
        programs = collection;
        collection.set = ((uri, found) => {
          whole?.delete(uri);
          put(uri, found);
        }) as Put as DiagnosticCollection['set'];
      }
      return collection;
    },
    dispose(collection) {
      if (collection === programs) programs = undefined;
      collection.dispose();
    },
  };
}

type Put = (uri: Uri, found: readonly Diagnostic[] | undefined) => void;
