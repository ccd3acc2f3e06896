import { allTests } from './testing/all-tests.ts'
import { runAll } from './testing/run-all.ts'

// npm test: all of its own set-up, every test, and one line at the end that says how many.
await runAll(allTests())
