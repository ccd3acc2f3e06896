import { ensureChromium } from './chromium.ts'
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
      // Both write the router's types, so one comes after the other.
      [
        check(
          'types of the site',
          { program: 'react-router', args: ['typegen'] },
          { program: 'tsc', args: ['-p', 'site'] },
        ),
        check('the site builds', { program: 'node', args: ['scripts/build.ts'] }),
      ],
    ],
    // Playwright's two workers wait for one another's server and browser; one worker of vitest beside them fills the
    // gaps. With two, each lane would be slower by what the other gains, and single tests would come near their limits.
    // Both lanes take about as long.
    [
      [playwright(() => ensureChromium(console.log)), vitest('process')],
      // Unit tests wait for timers and sockets more than they compute: two at a time.
      [vitest('unit', { workers: 2 }), vitest('db', ONE), vitest('acceptance', ONE)],
    ],
  ]
}

const ONE = { workers: 1 }
