import { buildSite } from './build/build-site.ts'

// npm run build
try {
  await buildSite()
  console.log('The site is built in build/.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
