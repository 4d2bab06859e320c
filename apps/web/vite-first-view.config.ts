import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { unused, withoutRipple } from './vite-chunks.config.ts'

/**
 * The program that draws the first view of a page without a browser (src/first-view), for the server. In a folder with
 * a dot, which is not served.
 */
export default defineConfig({
  plugins: [react(), withoutRipple],
  // As in the browser's build: the names of classes are others in development.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/first-view/render-first-view.tsx',
    outDir: 'dist/.first-view',
    target: 'node20',
    copyPublicDir: false,
    rolldownOptions: { treeshake: { moduleSideEffects: [unused] }, output: { codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
