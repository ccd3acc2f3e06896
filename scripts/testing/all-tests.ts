import { ensureChromium } from './chromium.ts'
import { check, playwright, type Step, vitest } from './steps.ts'

/** Everything `npm test` runs, the quickest to fail first. */
export function allTests(): (Step | Step[])[] {
  return [
    check('format, lint and import fences', {
      program: 'biome',
      args: ['ci', '--reporter=summary', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
    }),
    check('types of the process', { program: 'tsc', args: [] }),
    check(
      'types of the site',
      { program: 'react-router', args: ['typegen'] },
      { program: 'tsc', args: ['-p', 'site'] },
    ),
    check('generated types are up to date', { program: 'node', args: ['scripts/generate-types.ts', '--check'] }),
    check('the specifications’ coverage is up to date', { program: 'node', args: ['scripts/spec.ts', '--check'] }),
    check('the site builds', { program: 'node', args: ['scripts/build.ts'] }),
    // One is a single long computation and the other one process at a time: together they fill two cores.
    [vitest('unit'), vitest('process')],
    vitest('db'),
    vitest('acceptance'),
    playwright(() => ensureChromium(console.log)),
  ]
}
