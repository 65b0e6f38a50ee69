/** What other apps share with this one (THREATS X-10): any site can send there. */
import type { Hole } from '../hole.ts'

const file = 'app/src/service-worker/share-inbox.ts'
const inbox = { project: 'unit', file: 'app/src/service-worker/share-inbox.test.ts' } as const
const server = { project: 'unit', file: 'platform/server/src/app/share-target.test.ts' } as const

export const shareHoles: readonly Hole[] = [
  {
    threat: 'X-10',
    opens: 'a drawing with a script in it counts as a picture, since it says so',
    file,
    find: 'beginnings.find(([, pattern]) => pattern.test(beginning))?.[0] ?? null',
    replace: 'beginning === beginning ? file.type : null',
    test: { ...inbox, title: 'X-10 a drawing that is called a picture is none' },
  },
  {
    threat: 'X-10',
    opens: 'a site fills the disk with one file',
    file,
    find: 'file.size <= most.bytes ? await typeOf(file) : null',
    replace: 'await typeOf(file)',
    test: { ...inbox, title: 'X-10 what is too heavy, or a fourth, is not kept' },
  },
  {
    threat: 'X-10',
    opens: 'a site fills the disk with many files',
    file,
    find: 'pictures.length < most.files',
    replace: 'pictures.length < 100',
    test: { ...inbox, title: 'X-10 what is too heavy, or a fourth, is not kept' },
  },
  {
    threat: 'X-10',
    opens: 'a site fills the disk with one share after another',
    file,
    find: 'if (!staying.has(idOf(request))) await cache.delete(request)',
    replace: 'staying.has(idOf(request))',
    test: { ...inbox, title: 'X-10 few shares are kept at a time' },
  },
  {
    threat: 'X-10',
    opens: 'what somebody shared last month is offered to whoever has the phone today',
    file,
    find: 'Math.abs(Date.now() - at) > lastingMs',
    replace: 'at > Date.now() + lastingMs',
    test: { ...inbox, title: 'X-10 few shares are kept at a time' },
  },
  {
    threat: 'X-10',
    opens: 'a share leads out of the app, to whatever it names',
    file,
    find: 'url?.origin === location.origin && ownPost.test(url.pathname) ? url.pathname : null',
    replace: 'url && ownPost.test(url.pathname) ? url.href : null',
    test: { ...inbox, title: 'X-10 leads to this app alone' },
  },
  {
    threat: 'X-10',
    opens: 'the server takes in megabytes that it throws away',
    file: 'platform/server/src/app/share-target.ts',
    find: 'if (bytes >= mostBytes) end()',
    replace: 'if (bytes < 0) end()',
    test: { ...server, title: 'of what is larger no more than about 64 kB are read' },
  },
]
