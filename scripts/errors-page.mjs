// Writes docs/partner-api/errors.md from the error catalog.
import { writeFileSync } from 'node:fs'
import { errorsPage } from '../dist/scripts/contracts/errors-page.js'

writeFileSync(new URL('../docs/partner-api/errors.md', import.meta.url), errorsPage())
