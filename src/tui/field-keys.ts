/** What keys do in the query line besides typing. */
import * as edit from './text/edit-text.ts'

/** By the name of the key; those of a shell's line where a key has no name of its own. */
export const fieldKeys: { readonly [key: string]: (text: edit.EditText) => edit.EditText } = {
  left: edit.moveLeft,
  right: edit.moveRight,
  home: edit.moveToStart,
  end: edit.moveToEnd,
  'ctrl-a': edit.moveToStart,
  'ctrl-e': edit.moveToEnd,
  'ctrl-b': edit.moveLeft,
  'ctrl-f': edit.moveRight,
  'alt-b': edit.moveWordLeft,
  'alt-f': edit.moveWordRight,
  backspace: edit.deleteBack,
  delete: edit.deleteForward,
  'ctrl-d': edit.deleteForward,
  'ctrl-w': edit.deleteWord,
  'ctrl-u': edit.deleteToStart,
  'ctrl-k': edit.deleteToEnd,
}
