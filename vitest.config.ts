import { defineConfig } from 'vitest/config';
import { assignedFieldsForVite } from './scripts/antlr4ng-fields.mjs';

export default defineConfig({
  plugins: [assignedFieldsForVite],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/vscode/**', 'test/conformance/**', 'test/same-answer/**', 'test/editors/**'],
    // Transformed like our own files, so that the plugin sees the runtime.
    server: { deps: { inline: ['antlr4ng'] } },
    testTimeout: 20_000,
    // Vitest leaves one core idle by itself, which is half of two.
    maxWorkers: '100%',
    // Advice about vitest's own speed is no news of the tests.
    experimental: { diagnostics: { environment: false, import: false, isolate: false, transform: false } },
  },
});
