/** What the database and functions answer with where the password has to be entered again; see private.require_recent_proof. */
const PROOF_NEEDED = 428

/** Shows the question; resolves with whether the password was right in the end. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** The screen that asks. Returns how to take it away again. */
export function askForProofWith(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = null
  }
}

/**
 * fetch for everything that the office sends: where the server wants the password first, it is asked for, and the same
 * request is sent again. Several that wait at once are answered by one question.
 */
export function withProof(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.status !== PROOF_NEEDED || !ask) return response
    asking ??= ask().finally(() => {
      asking = null
    })
    return (await asking) ? send(input, init) : response
  }
}
