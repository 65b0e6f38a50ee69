/** One's figures as files for spreadsheets; their columns have the same names in every language. */
import type { CreatorStats } from '@product/contract'
import Download from 'lucide-react/icons/download'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { csvText } from '#ui/file/csv.ts'
import { saveFile } from '#ui/file/save-file.ts'

import { statsPageMessages } from './stats-page.i18n.ts'

export function Downloads({ stats }: { stats: CreatorStats }) {
  const m = useMessages(statsPageMessages)
  const save = (name: string, text: string) => saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
  return (
    <div className="-ml-3 flex flex-wrap gap-1">
      <Button size="sm" variant="ghost" onClick={() => save('stats.csv', daysCsv(stats))}>
        <Download aria-hidden="true" className="size-4" />
        {m.csvDays}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => save('publications.csv', postsCsv(stats))}>
        <Download aria-hidden="true" className="size-4" />
        {m.csvPosts}
      </Button>
    </div>
  )
}

function daysCsv({ points }: CreatorStats): string {
  return csvText(
    "date;vues;personnes;j'aime;commentaires;remix;enregistrements;abonnes_gagnes;abonnes_perdus",
    points.map((p) => [p.day, p.views, p.people, p.likes, p.comments, p.remixes, p.saves, p.gained, p.lost]),
  )
}

function postsCsv({ posts }: CreatorStats): string {
  return csvText(
    "publication;titre;date;vues;j'aime;commentaires;remix;enregistrements",
    posts.map((p) => [p.id, p.title ?? '', p.created_at, p.views, p.likes, p.comments, p.remixes, p.saves]),
  )
}
