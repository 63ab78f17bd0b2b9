import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary: string }[]
}

/** Checks a page with axe, by all rules or the given ones: no finding of serious or critical impact. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const violations = await violationsOf(page, rules)
  expectNone(
    page,
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
  )
}

/** Checks a page with axe: no finding of any impact against WCAG 2.2, levels A and AA. */
export async function expectConformant(page: Page): Promise<void> {
  expectNone(page, await violationsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']))
}

async function violationsOf(page: Page, rules?: readonly string[]): Promise<Finding[]> {
  // Evaluated by the protocol of the browser's tools, which the policy of the page does not hold for.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })})`,
  )) as { violations: Finding[] }
  return violations
}

function expectNone(page: Page, violations: readonly Finding[]): void {
  const findings = violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  ])
  expect([page.url(), findings]).toEqual([page.url(), []])
}
