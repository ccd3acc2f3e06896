/** What browsers say when a part of the office is not there: its file has another name since the last deployment. */
const WORDS = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether a screen failed because its script could not be loaded. */
export const isMissingChunk = (error: unknown): boolean => error instanceof Error && WORDS.test(error.message)
