import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { boundaryRules } from '../lint/boundary-rules.js'
import { sourceFiles } from './source-files.ts'

interface Violation {
  rule: string
  from: string
  to: string
}

interface BoundaryReport {
  violations: Violation[]
  /** Source files under the roots, counted by walking the folders. */
  files: number
  /** How many of them the cruiser saw. It says "no violations" of files it cannot parse. */
  seen: number
}

/** Checks the import directions of every source file under `roots` of `baseDir`. */
export async function checkBoundaries(baseDir: string, roots: string[]): Promise<BoundaryReport> {
  const files = roots.flatMap((root) => sourceFiles(path.join(baseDir, root)))
  const present = roots.filter((root) => sourceFiles(path.join(baseDir, root)).length > 0)
  if (present.length === 0) return { violations: [], files: 0, seen: 0 }
  const { output } = await cruise(
    present,
    {
      baseDir,
      ruleSet: { forbidden: boundaryRules },
      validate: true,
      exclude: {
        path: '^((apps|packages)/[^/]+/dist|tools/(fixtures|engines)|(realchain|bench|e2e)/\\.build)/',
      },
      doNotFollow: { path: 'node_modules/' },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default'],
        extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts', '.css'],
      },
    },
    {},
    {},
  )
  const result = output as ICruiseResult
  const seen = new Set(result.modules.map((module) => path.resolve(baseDir, module.source)))
  return {
    violations: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    files: files.length,
    seen: files.filter((file) => seen.has(file)).length,
  }
}
