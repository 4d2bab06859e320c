import { expect, test } from 'vitest'
import { scrapedReports } from './scraped-reports.ts'

const page = `
# HELP hdr_store_head_height_gauge height
hdr_store_head_height_gauge{instance="12D3KooWAda",job="celestia/Bridge",otel_scope_name="header/store"} 0
hdr_sync_subjective_head_gauge{exported_instance="12D3KooWAda",exported_job="celestia/Bridge",instance="collector",job="otel"} 2.5e+06
build_info{instance="12D3KooWAda",job="celestia/Bridge",semantic_version="v0.9.0"} 1
build_info{instance="12D3KooWAda",job="celestia/Bridge",semantic_version="v0.31.4"} 1
node_start_ts{instance="12D3KooWAda",job="celestia/Bridge"} 1.79e+09 1790000000000
celestia_hdr_store_head_height_gauge{instance="12D3KooWBob",job="celestia/Bridge"} 12
hdr_store_head_height_gauge{instance="12D3KooWLight",job="celestia/Light"} 13
hdr_store_head_height_gauge{instance="12D3KooWNone"} 13
hdr_store_head_height_gauge{broken
hdr_store_head_height_gauge{instance="12D3KooWOdd",job="celestia/Bridge"} NaN
go_goroutines{instance="12D3KooWAda",job="celestia/Bridge"} 5
`

test('G60: bridges of a page of Prometheus text, whatever its labels are called', () => {
  expect(scrapedReports(page)).toEqual([
    ...[
      {
        ...{ namespace: 'celestia', peerId: '12D3KooWAda', at: null },
        ...{ height: 2_500_000, version: 'v0.31.4', startedAt: 1_790_000_000 },
      },
      { namespace: 'celestia', peerId: '12D3KooWBob', height: 12, version: null, startedAt: null, at: null },
      {
        namespace: 'celestia',
        peerId: '12D3KooWOdd',
        height: null,
        version: null,
        startedAt: null,
        at: null,
      },
    ],
  ])
  expect(scrapedReports('<html>busy</html>')).toEqual([])
})
