import { defineConfig } from 'prisma-cli/config'

// `prisma generate` asks for a schema engine it never runs; naming any executable stops it from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({})
