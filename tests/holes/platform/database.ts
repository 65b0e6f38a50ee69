import type { Hole } from '../hole.ts'

const embedded = (name: string, title: string): Hole['test'] => ({
  project: 'unit',
  file: `platform/database/src/embedded/${name}.test.ts`,
  title,
})

export const databaseHoles: readonly Hole[] = [
  {
    threat: 'D-05',
    opens: 'the lock is of a path instead of a folder',
    file: 'platform/database/src/embedded/folder-lock.ts',
    find: 'const identity = await identityOf(path)',
    replace: 'const identity = path',
    test: embedded('folder-lock', 'holds a folder by whatever path it is reached'),
  },
  {
    threat: 'D-05',
    opens: 'the pid file of a PostgreSQL that lives is removed',
    file: 'platform/database/src/embedded/orphan.ts',
    find: "if (standing === 'untouchable') throw livesElsewhereError(folder, pid)",
    replace: "if (standing === 'untouchable') await rm(file, { force: true })",
    test: embedded('orphan', 'never removes the pid file of one that lives'),
  },
]
