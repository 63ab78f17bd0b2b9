import { drawCenote, views } from './draw.ts'
import type { CenoteType } from './palette.ts'

/** The cenotes and tours to be drawn, as the installation file has them. */
export interface Illustrated {
  readonly cenotes: readonly {
    readonly slug: string
    readonly features: {
      readonly type: CenoteType
      readonly depth: { readonly max: number }
      readonly visibility?: { readonly avg: number }
    }
  }[]
  readonly tours: readonly { readonly slug: string; readonly cenotes: readonly string[] }[]
}

/** Metres, for a cenote where it was not measured. */
const usualVisibility = 15

/** The pictures of all cenotes and tours as SVG, by name: `azul-1` is the first of the cenote with the slug `azul`. */
export function drawPictures({ cenotes, tours }: Illustrated): Map<string, string> {
  const subjects = new Map(
    cenotes.map(({ slug, features }) => [
      slug,
      {
        slug,
        type: features.type,
        depth: features.depth.max,
        visibility: features.visibility?.avg ?? usualVisibility,
      },
    ]),
  )
  const pictures = new Map<string, string>()
  views.forEach((view, index) => {
    for (const [slug, subject] of subjects) pictures.set(`${slug}-${index + 1}`, drawCenote(subject, view))
    for (const { slug, cenotes: visited } of tours) {
      // One of its cenotes after the other.
      const subject = subjects.get(visited[index % visited.length] ?? '')
      if (subject)
        pictures.set(`${slug}-${index + 1}`, drawCenote({ ...subject, slug: `${slug} ${subject.slug}` }, view))
    }
  })
  return pictures
}
