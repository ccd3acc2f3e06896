import { buildSite } from './build/build-site.ts'

// npm run build
await buildSite()
console.log('The site is built in build/.')
