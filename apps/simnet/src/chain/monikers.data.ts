/** Invented operators: two halves make a name; none is meant to be anybody's. */
export const monikerFirst = [
  'Amber', 'Anvil', 'Aurora', 'Basalt', 'Beacon', 'Birch', 'Bluefin', 'Bright', 'Cedar', 'Cinder', 'Citadel',
  'Cobalt', 'Copper', 'Crest', 'Delta', 'Drift', 'Echo', 'Ember', 'Fathom', 'Fern', 'Flint', 'Frost', 'Gale',
  'Glacier', 'Granite', 'Halcyon', 'Harbor', 'Hazel', 'Helix', 'Horizon', 'Indigo', 'Iron', 'Jade', 'Juniper',
  'Kelvin', 'Keystone', 'Lantern', 'Larch', 'Lumen', 'Maple', 'Meridian', 'Mistral', 'Monsoon', 'Nimbus', 'North',
  'Nova', 'Oak', 'Obsidian', 'Onyx', 'Orbit', 'Osprey', 'Pebble', 'Pine', 'Polar', 'Prairie', 'Quartz', 'Quill',
  'Raven', 'Ridge', 'River', 'Rowan', 'Saffron', 'Sable', 'Sierra', 'Silver', 'Slate', 'Solstice', 'Spruce',
  'Stellar', 'Stone', 'Summit', 'Tempest', 'Tidal', 'Timber', 'Topaz', 'Umbra', 'Vector', 'Velvet', 'Vertex',
  'Willow', 'Winter', 'Zenith', 'Zephyr',
] // biome-ignore format: a table of words

export const monikerSecond = [
  'Nodes', 'Staking', 'Validators', 'Labs', 'Capital', 'Systems', 'Infra', 'Works', 'Guard', 'Network', 'DAO',
  'Operations', 'Collective', 'Forge', 'Vault', 'Research', 'Stake', 'Digital', 'Partners', 'Foundry', 'Cloud',
  'Relay', 'Bridge', 'Observatory', 'Works 🛰', '⚡ Stake', 'Validator', 'Pool', 'Club', 'Node', '| 0% incidents',
] // biome-ignore format: a table of words

export const monikerWhole = [
  '01node-house', 'kayak', 'Вежа Staking', 'Дозор', '夜番ノード', 'le veilleur', 'wächter.zone', 'mr. uptime',
  'NODE//RUNNER', '🐙 Octo', 'the night shift', 'val-0', 'stakes & ladders', 'Good Morning Blocks', 'quorum.cat',
  'a very long moniker that an operator chose to test tables', 'Маяк', 'Sleepless in Consensus', 'xX_precommit_Xx',
  'two-thirds', 'ГОРИЗОНТ', 'farol', 'Überwacht', 'ledgerless', 'byzantium coffee', '0xdeadbeat',
] // biome-ignore format: a table of words
