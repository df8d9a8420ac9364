/** What stands around the program: the variables that it reads and the files that it keeps. */

/** In Markdown: the name, what it is for, the page of docs/ that tells more. */
export const environmentVariables = [
  ['MEMO_VAULT', 'The vault, if `--vault` does not name one; without either it is `~/.memo`.'],
  ['MEMO_PAGER', 'The pager of long answers on a terminal, before PAGER; less if neither is set, none if it is empty.'],
  ['PAGER', 'The pager, if MEMO_PAGER is not set.'],
  ['MEMO_PASSPHRASE', 'The passphrase of encrypted backups.', 'backup.md'],
  ['MEMO_SERVE_TOKEN', 'Who knows it may ask `memo serve`.', 'monitor.md'],
  ['MEMO_MCP_TOKEN', 'Who knows it may speak to `memo mcp --http`.', 'agents.md'],
  ['MEMO_DEBUG', 'If set, errors show where they arose.'],
  ['NO_COLOR', 'If not empty, nothing is coloured.'],
  ['FORCE_COLOR', 'Colours also where the output is no terminal; 0 for none.'],
  ['CLICOLOR_FORCE', 'The same, if FORCE_COLOR is not set.'],
  ['CLICOLOR', '0 for no colours.'],
  ['TERM', 'dumb for no colours and no progress line.'],
  ['LC_ALL', 'If it names UTF-8, `memo stats` draws with blocks, else with digits.'],
  ['LC_CTYPE', 'The same, if LC_ALL is not set.'],
  ['LANG', 'The same, if neither is set.'],
  ['CI', 'If set, progress is told in lines that are not drawn again, and there is no `memo tui`.'],
  ['VISUAL', 'The editor, before EDITOR.'],
  ['EDITOR', 'The editor.'],
  ['HOME', 'Where `.memo` lies.'],
  ['XDG_CACHE_HOME', 'Where compiled code is kept, in a folder `memo`; `~/.cache` if it is not set.'],
]

export const vaultFiles = [
  ['~/.memo', 'The vault, if nothing names another.'],
  ['config.json', 'In a vault: its settings.'],
  ['events/', 'In a vault: the event log.'],
  ['projects/', 'In a vault: the records, one Markdown file each.'],
  ['memo.sqlite', 'In a vault: the index; it may be deleted at any time.'],
  ['.sync/', 'In a vault: what belongs to this machine alone.'],
  ['.memo.json', 'In a working directory or above it: the project that it belongs to.'],
  ['.memo-ignore', 'In a project: patterns of files that nothing is remembered about.'],
]
