import { catalogue } from '@roundsman/alerting/catalogue'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notifications/notifications.public.ts'
import { addAlertsRoutes } from './alerts.routes.ts'
import { rulesCommand } from './rules.command.ts'

export interface Alerts {
  module: Module
}

export interface AlertsDeps {
  notifications: Pick<Notifications, 'hasChannel'>
}

/** What users want to be told of. */
export function createAlerts({ db }: Platform, { notifications }: AlertsDeps): Alerts {
  return {
    module: {
      name: 'alerts',
      routes: (server) =>
        addAlertsRoutes(server, {
          db,
          catalogue,
          // The ledger has names of its own for channels.
          hasChannel: (channel) => notifications.hasChannel(channel.toLowerCase()),
        }),
      commands: [rulesCommand(catalogue)],
    },
  }
}
