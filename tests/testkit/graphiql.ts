import type { Page } from 'playwright-core'

/** Runs one of the operations in the editor, which offers them once it has read its text. */
export async function runInGraphiql(page: Page, operation: string): Promise<void> {
  const item = page.locator(`[role=menuitem]:has-text("${operation}")`)
  for (;;) {
    await page.click('.graphiql-execute-button')
    try {
      return await item.click({ timeout: 3_000 })
    } catch {
      await page.keyboard.press('Escape')
    }
  }
}
