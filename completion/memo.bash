# Completion of memo for bash 3.2 and newer; "memo completion bash" prints it.
_memo() {
  local program=$1 line='' paths=''
  type -P "$program" >/dev/null 2>&1 || program=memo
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$paths" ]; then paths=$line; else COMPREPLY+=("$line"); fi
  done < <("$program" complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
  case $paths in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
  esac
  # A facet goes on behind its name.
  if [ "${#COMPREPLY[@]}" -eq 1 ]; then
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
  fi
  return 0
}
complete -F _memo memo
