import * as Args from '@oclif/core/args'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { ask, canAsk } from '../cli/ask.ts'
import { editFile } from '../cli/editor.ts'
import { renderEdit } from '../cli/render/edit.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { MemoError } from '../lib/errors.ts'
import { toHarmless } from '../lib/harmless.ts'
import { toShellWord } from '../lib/shell-word.ts'
import { adoptEdit, type EditResult, findEditable, type NotAdopted } from '../vault/writing/edit.ts'

export default class Edit extends VaultCommand<EditResult> {
  static override summary = 'Open a record in your editor, and take over what you change.'
  static override description =
    'The editor is $VISUAL, else $EDITOR, else nano or vi. It gets the record’s own file, so that what it saves is kept ' +
    'whatever happens. A file that does not parse is left as you wrote it; at a terminal you may go on editing. To change a ' +
    'field without an editor, use "memo upsert --id".'
  static override examples = [
    '<%= config.bin %> edit use-sqlite',
    'EDITOR="code --wait" <%= config.bin %> edit use-sqlite',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = { ...secretFlags }

  protected async execute() {
    const { args, flags } = await this.parse(Edit)
    return this.inVault(flags, async (vault) => {
      const editable = await findEditable(vault, args.name, { project: flags.project, cwd: process.cwd() })
      for (let line: number | undefined; ; ) {
        await editFile(editable.path, { line, saved: 'what it has saved is taken in by the next command' })
        const result = await adoptEdit(vault, editable, { allowSecret: flags['allow-secret'] })
        if (!('problem' in result)) return result
        if (!(await isToGoOn(result))) throw notAdopted(result, args.name)
        line = result.line
      }
    })
  }

  protected render(result: EditResult) {
    return renderEdit(result, this.paint())
  }
}

async function isToGoOn({ filepath, problem }: NotAdopted): Promise<boolean> {
  if (!canAsk()) return false
  const question = `This cannot be taken over (${toHarmless(problem)}). Edit it again?`
  return ask(question, { yes: true, stopped: `${filepath} is left as you wrote it and is not taken over` })
}

function notAdopted({ filepath, problem }: NotAdopted, name: string): MemoError {
  return new MemoError('REFUSED', `${filepath} is left as you wrote it and is not taken over: ${problem}`, {
    hint: `run "memo edit ${toShellWord(name)}" again to mend it; the record stays as it was`,
  })
}
