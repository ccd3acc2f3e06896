import { superviseServer } from './starting/supervise-server.ts'

// What the container runs: the server and its worker, on a site that is built already. `npm start` builds it first.
process.exit(await superviseServer())
