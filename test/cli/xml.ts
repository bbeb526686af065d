/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** What stands in it outside of its children, references resolved. */
  readonly text: string;
}

/** Reads a document of elements, attributes and text (XML 1.0) as strictly as a parser must; throws where it is not well formed. */
export function parseXml(document: string): XmlElement {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(document)) throw new Error('no character of XML');
  let at = 0;
  const take = (pattern: RegExp): string => {
    const sticky = new RegExp(pattern, 'uy');
    sticky.lastIndex = at;
    const [text] = sticky.exec(document) ?? [];
    if (text === undefined)
      throw new Error(`${String(pattern)} is expected at ${JSON.stringify(document.slice(at, at + 40))}`);
    at += text.length;
    return text;
  };
  const unescaped = (text: string): string =>
    text.replaceAll(/&([^;]*);?/g, (_, name: string) => {
      const entity = new Map([
        ['amp', '&'],
        ['lt', '<'],
        ['gt', '>'],
        ['quot', '"'],
        ['apos', "'"],
        ['#10', '\n'],
      ]).get(name);
      if (entity === undefined) throw new Error(`&${name} is no reference`);
      return entity;
    });
  const element = (): XmlElement => {
    const name = take(/<[A-Za-z]+/).slice(1);
    const attributes: Record<string, string> = {};
    while (document[at] === ' ') {
      const key = take(/ [A-Za-z]+/).slice(1);
      if (Object.hasOwn(attributes, key)) throw new Error(`${key} comes twice`);
      attributes[key] = unescaped(take(/="[^"<]*"/).slice(2, -1));
    }
    const children: XmlElement[] = [];
    let text = '';
    if (take(/\/?>/) === '>') {
      while (!document.startsWith('</', at)) {
        const some = take(/[^<]*/);
        if (some.includes(']]>')) throw new Error(']]> stands in a text');
        text += unescaped(some);
        if (!document.startsWith('</', at)) children.push(element());
      }
      take(new RegExp(`</${name}>`));
    }
    return { name, attributes, children, text };
  };
  take(/<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const root = element();
  take(/\n*$/);
  return root;
}
