import * as Args from '@oclif/core/args'
import { MemoCommand } from '../cli/base-command.ts'
import { readCompletionScript, type Shell, shells } from '../cli/completion/script.ts'

interface CompletionScript {
  shell: Shell
  script: string
}

export default class Completion extends MemoCommand<CompletionScript> {
  static override summary = 'Print the script that completes commands, flags, ids, tags and projects in a shell.'
  static override description = 'Where each shell looks for it is said in docs/shell.md. It need not be renewed.'
  static override examples = [
    '<%= config.bin %> completion bash > ~/.local/share/bash-completion/completions/memo',
    '<%= config.bin %> completion zsh > ~/.zsh/completions/_memo',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/memo.fish',
  ]
  static override args = { shell: Args.option({ options: shells })({ description: 'the shell', required: true }) }

  protected async execute() {
    const { args } = await this.parse(Completion)
    return { shell: args.shell, script: readCompletionScript(this.config.root, args.shell) }
  }

  protected render({ script }: CompletionScript) {
    return script
  }
}
