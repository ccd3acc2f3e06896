import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OrdinaryUser {
  uid: number
  gid: number
  home: string
  remove(): void
}

/** An account without any right of its own, with a home folder. */
export function addOrdinaryUser(): OrdinaryUser {
  const name = `dahlia-${randomBytes(4).toString('hex')}`
  const home = join(mkdtempSync(join(tmpdir(), 'dahlia-home-')), name)
  execFileSync('chmod', ['0711', join(home, '..')])
  execFileSync('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/sh', name], { stdio: 'ignore' })
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, name], { encoding: 'utf8' }))
  return {
    uid: id('-u'),
    gid: id('-g'),
    home,
    remove() {
      execFileSync('userdel', ['--remove', name], { stdio: 'ignore' })
      execFileSync('rm', ['-rf', join(home, '..')])
    },
  }
}
