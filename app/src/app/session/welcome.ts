/** Whoever has just signed up here sees their first steps; whoever put them off is asked again another day, in passing. */
import { queryClient } from '#data/query-client.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { isReminderDue, putOffFirstSteps, takeSignUp } from '#entities/session/new-account.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { getPlace, placeStore } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: {
    title: 'Choisissez votre nom d’utilisateur',
    text: 'On pourra vous citer et vous retrouver.',
    choose: 'Choisir',
  },
  en: { title: 'Choose your username', text: 'People can then mention and find you.', choose: 'Choose' },
})
const reminderMs = 12_000
const day = 24 * 3600 * 1000
const waysIn = new Set<string>([paths.auth, paths.login, paths.signup])

export async function welcome(userId: string): Promise<void> {
  const isNew = takeSignUp()
  if (!isNew && !isReminderDue()) return
  const profile = await queryClient.fetchQuery(profileQueries.byHandle(userId))
  if (!profile || profile.username !== null) return
  // A provider's sign-in is not told from a sign-up before it comes back.
  if (isNew && Date.now() - Date.parse(profile.created_at) > day) return
  await leftSignIn()
  // Somebody who came with an idea has it before them: first the image, and the name another time.
  const isBusy = getPlace().search['modal'] !== undefined
  if (isNew && !isBusy) openModal('first-steps')
  else putOffFirstSteps()
  if (isNew || isBusy) return
  const m = currentMessages(messages)
  const action = { label: m.choose, onPress: () => openModal('first-steps') }
  toast({ title: m.title, description: m.text, action, duration: reminderMs })
}

/** The session is there before the page that it leads to. */
function leftSignIn(): Promise<void> {
  const isIn = () => !waysIn.has(getPlace().pathname)
  if (isIn()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = placeStore.subscribe(() => {
      if (!isIn()) return
      stop()
      resolve()
    })
  })
}
