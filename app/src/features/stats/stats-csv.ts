/** One's figures as files for spreadsheets; their columns have the same names in every language. */
import type { CreatorStats } from '@product/contract'

import { csvText } from '#ui/file/csv.ts'

export function daysCsv({ points }: CreatorStats): string {
  return csvText(
    "date;vues;personnes;j'aime;commentaires;remix;enregistrements;abonnes_gagnes;abonnes_perdus",
    points.map((p) => [p.day, p.views, p.people, p.likes, p.comments, p.remixes, p.saves, p.gained, p.lost]),
  )
}

export function postsCsv({ posts }: CreatorStats): string {
  return csvText(
    "publication;titre;date;vues;j'aime;commentaires;remix;enregistrements",
    posts.map((p) => [p.id, p.title ?? '', p.created_at, p.views, p.likes, p.comments, p.remixes, p.saves]),
  )
}
