import { readArguments } from '../../platform/process/command-line.ts'
import { withDatabaseServer } from '../../platform/postgres/database-server.ts'
import { environments } from '../../platform/trust/identity.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { audit, auditedAmounts } from './audit.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const money = (cents: number): string => (cents / 100).toFixed(2)

const usage = `npm run audit   proves that places, histories, events and coupon uses balance; exit code 1 when they do not.
                Prints the amounts of all reservations, as a report of sales has them

Uses the databases of DATABASE_URL, or the embedded ones in DATA_DIR, also while the product runs on them.
`

await runCommand(async () => {
  const { values } = readArguments({ options: { help: { type: 'boolean', default: false } } }, usage)
  if (values.help) {
    print(usage.trimEnd())
    return
  }
  let wrong = 0
  await withDatabaseServer(async (serverUrl) => {
    for (const environment of environments) {
      print(`${environment}:`)
      const findings = await audit({ serverUrl, environment })
      for (const { subject, examined, discrepancies } of findings) {
        print(`  ${subject.padEnd(22)} ${String(examined).padStart(9)}  ${verdict(discrepancies.length)}`)
        for (const discrepancy of discrepancies) print(`    - ${discrepancy}`)
        wrong += discrepancies.length
      }
      for (const { currency, totalCents, paidCents, refundedCents, balanceCents } of await auditedAmounts({
        serverUrl,
        environment,
      }))
        print(
          `  ${currency}: ${money(totalCents)} sold, ${money(paidCents)} paid, ${money(refundedCents)} refunded, ${money(balanceCents)} due`,
        )
    }
  })
  print(wrong === 0 ? 'The books balance.' : `The books do not balance: ${verdict(wrong)}.`)
  process.exitCode = wrong === 0 ? 0 : 1
})

function verdict(discrepancies: number): string {
  if (discrepancies === 0) return 'ok'
  return discrepancies === 1 ? '1 discrepancy' : `${discrepancies} discrepancies`
}
