# Completion of memo for fish; "memo completion fish" prints it.
function __memo_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    type -q "$program"; or set program memo
    set -e words[1]
    set -l answer ("$program" complete fish $words "$current" 2>/dev/null </dev/null)
    set -l paths $answer[1]
    set -e answer[1]
    switch "$paths"
        case files
            __fish_complete_path "$current"
        case folders
            __fish_complete_directories "$current"
    end
    test (count $answer) -gt 0; and printf '%s\n' $answer
end
complete -c memo -f -a '(__memo_complete)'
