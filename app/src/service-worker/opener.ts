/** What opens pushed messages, a script of its own (message-opener.ts): most starts of the worker are not about any. */
import { openPushed } from '#crypto/worker/open-pushed.ts'
import { hidesPreview } from '#entities/message-keys/hidden-preview.ts'

import type { OpenerScope } from './message-opener.ts'

Object.assign(globalThis as OpenerScope, { messageOpener: { openPushed, hidesPreview } })
