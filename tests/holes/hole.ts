/**
 * A way in that a test must notice. The table of holes proves that the tests of the threat model can fail: each is
 * planted alone, and the named test must then break (`npm run test:holes`).
 */
export type Hole = HoleInSource | HoleInDatabase

interface HoleProof {
  /** The row of the threat model, or a short name where it is about plain correctness. */
  readonly threat: string
  /** What somebody might get wrong one day. */
  readonly opens: string
  readonly test: {
    readonly project: 'unit' | 'db' | 'conformance'
    /** From the root of the repository. */
    readonly file: string
    /** The test's title, or enough of it: at least one test with it must fail. */
    readonly title: string
  }
}

export interface HoleInSource extends HoleProof {
  /** A TypeScript file that the test loads in its own process, from the root of the repository. */
  readonly file: string
  /** Stands there exactly once. */
  readonly find: string
  readonly replace: string
}

export interface HoleInDatabase extends HoleProof {
  /** Runs as the owner after the migrations and before the fixtures of every test database, and in every started system. */
  readonly sql: string
}

/** The variable that carries the planted hole, as JSON, into a test run. */
export const plantedHoleVariable = 'PLANTED_HOLE'

export function plantedHole(): Hole | null {
  const planted = process.env[plantedHoleVariable]
  return planted === undefined ? null : (JSON.parse(planted) as Hole)
}

export function plantedSql(): string | null {
  const hole = plantedHole()
  return hole && 'sql' in hole ? hole.sql : null
}
