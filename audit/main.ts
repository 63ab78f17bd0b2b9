import { Type } from 'typebox'
import { readConfig } from '../platform/config.ts'
import { joinEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { environments } from '../platform/identity.ts'
import { runMain } from '../platform/run-main.ts'
import { audit } from './audit.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

// `npm run audit`: exit code 1 when anything does not agree.
await runMain(async () => {
  const settings = readConfig({
    DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
    DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  })
  const embedded =
    settings.DATABASE_URL === undefined ? await joinEmbeddedPostgres({ folder: settings.DATA_DIR }) : undefined
  let wrong = 0
  try {
    for (const environment of environments) {
      print(`${environment}:`)
      const findings = await audit({ serverUrl: settings.DATABASE_URL ?? embedded?.url ?? '', environment })
      for (const { subject, examined, discrepancies } of findings) {
        print(`  ${subject.padEnd(22)} ${String(examined).padStart(9)}  ${verdict(discrepancies.length)}`)
        for (const discrepancy of discrepancies) print(`    - ${discrepancy}`)
        wrong += discrepancies.length
      }
    }
  } finally {
    await embedded?.stop()
  }
  print(wrong === 0 ? 'The books balance.' : `The books do not balance: ${verdict(wrong)}.`)
  process.exitCode = wrong === 0 ? 0 : 1
})

function verdict(discrepancies: number): string {
  if (discrepancies === 0) return 'ok'
  return discrepancies === 1 ? '1 discrepancy' : `${discrepancies} discrepancies`
}
