/** What stands where an answer should be: that it is waited for, that it failed, that a login is needed. */
import type { Failure } from './ask.ts'

export function Waiting({ what }: { what: string }) {
  return (
    <p class="notice is-waiting" role="status">
      Loading {what} …
    </p>
  )
}

export function Trouble({ failure, again }: { failure: Failure; again: () => void }) {
  if (failure.code === 'UNAUTHORIZED') return <Login />
  const { code, message, hint } = failure
  return (
    <div class="notice is-trouble" role="alert">
      <p>
        <strong>{code}</strong> {message}.
      </p>
      {hint !== null && <p class="soft">{hint}</p>}
      <button type="button" class="button" onClick={again}>
        Try again
      </button>
    </div>
  )
}

/** A form that the browser sends: the answer leaves a cookie and comes back to where one was. */
function Login() {
  return (
    <form class="notice login" method="get" action={`/login${location.hash}`}>
      <h2>Log in</h2>
      <p>
        Open the login link that <code>memo serve</code> printed, or give the token.
      </p>
      <label>
        Token
        <input class="field" type="password" name="token" autoComplete="off" required />
      </label>
      <button type="submit" class="button">
        Log in
      </button>
    </form>
  )
}
