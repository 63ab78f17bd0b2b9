import { writeFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { addDays } from '../../../platform/values/clock.ts'
import { ended, spawnProcess } from '../../testkit/process.ts'
import type { Json } from '../../testkit/product.ts'
import type { CalendarDays } from './calendar-writes.ts'
import type { Staff, Writes } from './staff.ts'

/** Cenotes of the demo that only imports change. */
export const importedSlugs = ['azul', 'calavera', 'suytun']

/** The command that imports an installation file, with changes of the catalog, prices and the calendar. */
export function importWrites(staff: Staff, days: CalendarDays): Writes {
  let count = 0
  return {
    import: async () => {
      const { installation, chance } = staff
      const demo = JSON.parse(await readFile(path.join(process.cwd(), 'demo/installation.json'), 'utf8')) as Json
      count += 1
      const cenotes = demo.cenotes
        .filter(({ slug }: Json) => importedSlugs.includes(slug))
        .map(({ images: _images, ...cenote }: Json) => ({
          ...cenote,
          name: staff.texts(cenote.slug),
          pricing: { ...cenote.pricing, adultCents: staff.number(100, 400) * 100 },
          capacity: { daily: staff.number(400, 600), hourly: staff.number(60, 80) },
        }))
      const { meetingPoints: _points, ...another } = cenotes[0]
      const from = addDays(days.from, chance.below(10))
      const file = path.join(installation.folder, `import-${count}.json`)
      await writeFile(
        file,
        JSON.stringify({
          formatVersion: demo.formatVersion,
          cenotes: [...cenotes, { ...another, slug: `mirror-import-${count}` }],
          closures: [{ cenote: 'azul', from, to: addDays(from, 2), reason: `works ${count}` }],
        }),
      )
      const command = spawnProcess(
        'cli/catalog/main.js',
        { DATABASE_URL: installation.serverUrl, DATA_DIR: installation.folder },
        ['import', file, '--environment', 'sandbox', '--yes', '--reservations', 'keep'],
      )
      const code = await ended(command.child)
      if (code !== 0) staff.findings.push(`The import ended with ${String(code)}: ${command.output()}`)
      return code === 0
    },
  }
}
