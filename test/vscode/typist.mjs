// Types into the workbench's editor as a person does: key by key, and with an eye on where the caret stands.

/** Types a text into the empty editor of a page; `pauseBefore(key, previous)` gives milliseconds. */
export async function typeText(page, text, pauseBefore) {
  const browser = await page.context().newCDPSession(page);
  let previous = 'Enter';
  const press = async (key) => {
    const pause = pauseBefore(key, previous);
    previous = key;
    if (pause > 0) await page.waitForTimeout(pause);
    // Of keys without a pause the next one does not wait for the one before: nothing types faster.
    return key.length === 1 ? typeCharacter(browser, key) : page.keyboard.press(key);
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const body = line.trimStart();
    if (index > 0) {
      const before = await caretOf(page);
      await press('Enter');
      // The editor itself takes back the indentation of a line that stays empty, once another one follows.
      if (body !== '' || index === lines.length - 1) await indent(page, press, line.length - body.length, before);
    }
    const sent = [];
    for (const character of body) {
      const done = press(character);
      sent.push(done);
      if (pauseBefore(character, ' ') > 0) await done;
    }
    await Promise.all(sent);
  }
  await browser.detach();
}

function typeCharacter(browser, character) {
  const key = { key: character, text: character, unmodifiedText: character };
  return Promise.all([
    browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
    browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character }),
  ]);
}

/** Brings the caret to a column as one does who sees where the editor has put it: by Backspace, Tab and blanks. */
async function indent(page, press, wanted, before) {
  let caret = await caretOf(page);
  // The line break did not come: no key mends that.
  if (caret.top === before.top) return;
  while (caret.column !== wanted) {
    const tooFar = caret.column > wanted;
    await press(tooFar ? 'Backspace' : caret.column + TAB_SIZE <= wanted ? 'Tab' : ' ');
    const next = await caretOf(page);
    if (tooFar ? next.column >= caret.column : next.column <= caret.column) return;
    caret = next;
  }
}

/** What the extension sets for CQL. */
const TAB_SIZE = 2;

/** Where the caret is drawn once all that was typed is: its line in pixels, its column in characters. */
function caretOf(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const editor = document.querySelector('.editor-instance');
    const { left, top } = editor.querySelector('.cursors-layer .cursor').style;
    const canvas = document.createElement('canvas').getContext('2d');
    const { fontSize, fontFamily } = getComputedStyle(editor.querySelector('.view-line span span'));
    canvas.font = `${fontSize} ${fontFamily}`;
    const width = canvas.measureText('0').width;
    return { top: Number.parseFloat(top), column: Math.round(Number.parseFloat(left) / width) };
  });
}
