/** The generate button: checks, throttle, work, news. Nothing the person wrote is ever lost. */
import { generationThrottleMs } from '@product/contract'

import { getSession } from '#data/session.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { getPlace } from '#navigation/place.ts'
import { toast } from '#ui/toast.ts'

import { createMessages } from './create-messages.ts'
import { useCreateStore, type Draft } from './create-store.ts'
import { generateImages, GenerationError } from './generation-api.ts'
import { modeOf, type GenerationMode } from './mode.ts'
import { sizeOf } from './sizes.ts'

/** True while a trigger would be ignored: already running, or within 2 s of the last one (spec §5). */
function isThrottled(now: number, lastTriggerAt: number, isRunning: boolean): boolean {
  return isRunning || now - lastTriggerAt < generationThrottleMs
}

export function requirePrompt(prompt: string, text: string): boolean {
  if (prompt.trim()) return true
  toast({ title: currentMessages(createMessages).promptRequired, description: text, tone: 'danger' })
  return false
}

/** The result waits in the form; whoever has closed it meanwhile is told where to look. */
export async function startGeneration(): Promise<void> {
  const store = useCreateStore.getState()
  const { draft, phase, lastTriggerAt } = store
  const m = currentMessages(createMessages)
  if (!requirePrompt(draft.prompt, m.promptRequiredText)) return
  if (draft.references.some(({ state }) => state === 'preparing')) return
  if (isThrottled(performance.now(), lastTriggerAt, phase.name === 'running')) return
  useCreateStore.setState({ lastTriggerAt: performance.now() })
  store.setPhase({ name: 'running', startedAt: performance.now() })
  const { request, mode } = requestOf(draft)
  try {
    const result = await generateImages(request)
    const referenceCount = request.images.length
    store.setPhase({
      name: 'done',
      creation: { result, prompt: request.prompt, mode, referenceCount, publication: { state: 'none' } },
    })
    const isInSight = getPlace().search['modal'] === 'create'
    const view = { label: m.view, onPress: () => openModal('create') }
    toast({ title: m.success, description: m.successText(mode), ...(!isInSight && { action: view }) })
  } catch (error) {
    store.setPhase({ name: 'form' })
    toast({ title: m.failure, description: sentenceFor(error), tone: 'danger' })
  }
}

function requestOf(draft: Draft) {
  const urls = draft.references.flatMap(({ url }) => url ?? [])
  const mode: GenerationMode = modeOf({
    chosen: draft.chosenMode,
    isEnhanced: draft.isEnhanced,
    references: urls.length,
  })
  const images = mode === 'normal' ? [] : urls
  const session = getSession()
  const request = {
    prompt: draft.prompt.trim(),
    mode,
    ...sizeOf(draft.ratio),
    negative_prompt: null,
    userId: session.status === 'signed-in' ? session.user.id : null,
    image: images[0] ?? null,
    images,
  }
  return { request, mode }
}

/** What went wrong and what to do, in the person's language. */
function sentenceFor(error: unknown): string {
  const m = currentMessages(createMessages)
  if (!(error instanceof GenerationError)) return `${m.failureText}. ${m.failureKept}`
  switch (error.code) {
    case 'network':
      return m.network
    case 'not_authenticated':
      return m.signedOut
    case 'engine_busy':
      return m.engineBusy
    case 'prompt_required':
      return m.promptRequiredText
    case 'prompt_too_long':
      return m.promptTooLong
    case 'reference_type':
      return m.badType
    case 'reference_too_large':
      return m.badPixels
    case 'reference_not_found':
    case 'reference_not_ours':
      return m.sourceMissing
    default:
      return `${m.failureText}. ${m.failureKept}`
  }
}
