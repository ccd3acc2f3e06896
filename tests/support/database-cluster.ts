import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    loginPassword: string
  }
}

/** One cluster for all database tests of a run. */
export default async function provideCluster(project: TestProject) {
  const cluster = await startTestCluster()
  project.provide('clusterUrl', cluster.url)
  project.provide('loginPassword', cluster.loginPassword)
  return cluster.stop
}
