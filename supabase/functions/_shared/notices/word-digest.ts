/** « 12 j’aime · 3 commentaires »: what one push tells of a day, or of quiet hours, in the order of what people look for first. */
type Word = readonly [one: string, many: string]

const words: Readonly<Record<'fr' | 'en', { title: string; held: string; of: Readonly<Record<string, Word>> }>> = {
  fr: {
    title: 'Votre résumé du jour',
    held: 'Pendant vos heures calmes',
    of: {
      mention: ['mention', 'mentions'],
      comment: ['commentaire', 'commentaires'],
      follow: ['abonné ou demande', 'abonnés ou demandes'],
      remix: ['remix', 'remix'],
      like: ['j’aime', 'j’aime'],
      post: ['nouvelle publication', 'nouvelles publications'],
      search: ['recherche suivie a du nouveau', 'recherches suivies ont du nouveau'],
    },
  },
  en: {
    title: 'Your day in short',
    held: 'During your quiet hours',
    of: {
      mention: ['mention', 'mentions'],
      comment: ['comment', 'comments'],
      follow: ['follower or request', 'followers or requests'],
      remix: ['remix', 'remixes'],
      like: ['like', 'likes'],
      post: ['new post', 'new posts'],
      search: ['followed search has news', 'followed searches have news'],
    },
  },
}

export function wordDigest(counts: Readonly<Record<string, number>>, language: 'fr' | 'en', isHeld = false) {
  const { title, held, of } = words[language]
  const parts = Object.entries(of).flatMap(([type, [one, many]]) => {
    const count = counts[type] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return { title: isHeld ? held : title, body: parts.join(' · ') }
}
