import * as layout from '#design/layout.module.css'

/** A field that people neither see nor reach, and that machines fill: what comes with it is not from a person. */
export function Honeypot() {
  return (
    <div className={layout.srOnly} aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
