import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { programArguments } from '../program-arguments.ts'
import { imageUser } from './base-system.ts'
import { type Entry, folderEntry, textEntry } from './entries.ts'
import type { ReleasePlatform } from './platforms.ts'
import { writeArchive } from './write-archive.ts'

/** A layer or a document of an image, as OCI names it (https://github.com/opencontainers/image-spec/blob/v1.1.1/descriptor.md). */
interface Descriptor {
  mediaType: string
  digest: string
  size: number
}

interface Blob extends Descriptor {
  entry: Entry
}

/** An image as `docker save` wrote it before it knew OCI: where its configuration and its layers lie in the archive. */
interface DockerImage {
  Config: string
  RepoTags: string[]
  Layers: string[]
}

/** An image for one platform: its layers from the bottom up, by what they hold. */
export interface ImageParts {
  platform: ReleasePlatform
  layers: Entry[][]
}

/** What the image says of itself. */
export interface ImageFacts {
  version: string
  commit: string | null
  /** ISO time. */
  at: string
}

/**
 * Writes an OCI archive (https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md) that `docker load`, `podman load`
 * and `skopeo copy` take: one image for each platform, under one name. `manifest.json` beside its index is for the image store that
 * Docker had alone until 25 and by default until 29, which reads nothing else
 * (https://github.com/moby/moby/blob/v20.10.24/image/tarexport/load.go) and takes every platform: each needs a name of its own.
 */
export async function writeImage(
  file: string,
  parts: readonly ImageParts[],
  facts: ImageFacts,
): Promise<{ file: string }> {
  const scratch = mkdtempSync(`${file}-`)
  try {
    const blobs: Blob[] = []
    const manifests: (Descriptor & { platform: { os: string; architecture: string } })[] = []
    const forDocker: DockerImage[] = []
    for (const { platform, layers } of parts) {
      const written: (Blob & { tar: string })[] = []
      for (const [index, entries] of layers.entries())
        written.push(await layerOf(path.join(scratch, `${platform.name}-${index}.tar.gz`), entries, facts))
      const config = documentOf(
        'application/vnd.oci.image.config.v1+json',
        configOf(platform, written, facts),
      )
      const manifest = documentOf('application/vnd.oci.image.manifest.v1+json', {
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config: descriptorOf(config),
        layers: written.map(descriptorOf),
      })
      blobs.push(...written, config, manifest)
      const names = [`roundsman:${facts.version}-${platform.debian}`]
      // Most machines that run containers are of this platform; on another one the image of its own has the longer name.
      if (platform.debian === 'amd64' || parts.length === 1) names.unshift(`roundsman:${facts.version}`)
      forDocker.push({
        Config: config.entry.name,
        RepoTags: names,
        Layers: written.map(({ entry }) => entry.name),
      })
      manifests.push({ ...descriptorOf(manifest), platform: { os: 'linux', architecture: platform.debian } })
    }
    const index = documentOf('application/vnd.oci.image.index.v1+json', {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests,
    })
    const named = {
      ...descriptorOf(index),
      annotations: {
        'io.containerd.image.name': `docker.io/library/roundsman:${facts.version}`,
        'org.opencontainers.image.ref.name': facts.version,
      },
    }
    return await writeArchive(
      file,
      [
        folderEntry('blobs'),
        folderEntry('blobs/sha256'),
        ...[...blobs, index].map(({ entry }) => entry),
        textEntry('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
        textEntry('index.json', JSON.stringify({ schemaVersion: 2, manifests: [named] })),
        textEntry('manifest.json', JSON.stringify(forDocker)),
      ],
      { at: secondsOf(facts), compressed: false },
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function layerOf(
  file: string,
  entries: readonly Entry[],
  facts: ImageFacts,
): Promise<Blob & { tar: string }> {
  const { tar, file: hash, bytes } = await writeArchive(file, entries, { at: secondsOf(facts) })
  return {
    mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
    digest: `sha256:${hash}`,
    size: bytes,
    entry: { name: `blobs/sha256/${hash}`, mode: 0o644, content: { file } },
    tar,
  }
}

function documentOf(mediaType: string, document: object): Blob {
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('hex')
  return {
    mediaType,
    digest: `sha256:${hash}`,
    size: Buffer.byteLength(text),
    entry: textEntry(`blobs/sha256/${hash}`, text),
  }
}

/** How the program runs: as nobody, with its data in one volume; `docker exec <container> roundsman …` administrates it. */
function configOf(
  platform: ReleasePlatform,
  layers: readonly { tar: string }[],
  { version, commit, at }: ImageFacts,
): object {
  return {
    created: at,
    architecture: platform.debian,
    os: 'linux',
    config: {
      User: `${imageUser}:${imageUser}`,
      ExposedPorts: { '8000/tcp': {} },
      Env: [
        'PATH=/usr/local/bin',
        'NODE_ENV=production',
        `NODE_OPTIONS=${programArguments.join(' ')}`,
        'ROUNDSMAN_HOST=0.0.0.0',
        'ROUNDSMAN_DATA_DIR=/data',
      ],
      Entrypoint: ['/usr/local/bin/roundsman'],
      Cmd: ['start'],
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': 'Roundsman',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        ...(commit === null ? {} : { 'org.opencontainers.image.revision': commit }),
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ tar }) => `sha256:${tar}`) },
    history: layers.map(() => ({ created: at, created_by: 'npm run release' })),
  }
}

const descriptorOf = ({ mediaType, digest, size }: Descriptor): Descriptor => ({ mediaType, digest, size })

const secondsOf = ({ at }: ImageFacts) => Math.floor(Date.parse(at) / 1000)
