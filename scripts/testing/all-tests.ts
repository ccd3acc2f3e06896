import { ensureChromium } from './chromium.ts'
import { seededShop } from './seeded-shop.ts'
import { check, playwright, type Stage, vitest } from './steps.ts'

/** Everything `npm test` runs, the quickest to fail first, in lanes that fill two cores. */
export function allTests(): Stage[] {
  return [
    [
      [
        check('format, lint and import fences', {
          program: 'biome',
          args: ['ci', '--reporter=summary', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
        }),
        check('types of the process', { program: 'tsc', args: [] }),
        check('types of the back office', { program: 'tsc', args: ['-p', 'admin'] }),
        check('generated types are up to date', { program: 'node', args: ['scripts/generate-types.ts', '--check'] }),
        check('the specifications’ coverage is up to date', { program: 'node', args: ['scripts/spec.ts', '--check'] }),
      ],
      // The first two write the router's types, so one comes after the other; the shop starts on the built site.
      [
        check(
          'types of the site',
          { program: 'react-router', args: ['typegen'] },
          { program: 'tsc', args: ['-p', 'site'] },
        ),
        check('the site builds', { program: 'node', args: ['scripts/build.ts'] }),
        seededShop(),
      ],
    ],
    // What these steps wait for most is not the processor: browsers for pages, tests of processes and databases for
    // starts, timers and disks. Three lanes about as long as one another keep two cores busy; no test is judged by its
    // speed. What needs the most memory, the browsers and the database's own files, has a lane each.
    [
      [playwright(() => ensureChromium(console.log))],
      [vitest('db', { ...ONE, except: SHARED_OUT }), vitest('acceptance', ONE)],
      [
        vitest('unit', { ...ONE, only: PURE, isShared: true }),
        vitest('unit', { ...ONE, except: PURE }),
        vitest('process'),
        vitest('db', { ...ONE, only: SHARED_OUT }),
      ],
    ],
  ]
}

const ONE = { workers: 1 }

/** Database tests that the third lane takes over, so that it is as long as the second. */
const SHARED_OUT = ['supabase/functions']

/** Unit tests that open no port, start no process and do not watch the event loop. */
const PURE = ['admin', 'demo', 'design', 'domain', 'site', 'supabase']
