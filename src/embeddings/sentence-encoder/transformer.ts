/**
 * The forward pass of Universal Sentence Encoder Lite (Cer et al. 2018), read from its published graph: embeddings with
 * a timing signal, two layers that normalise first, the mean over the tokens, one dense layer, length 1.
 */
import { toUnitVector } from '../unit-vector.ts'
import { attend, type Span } from './attention.ts'
import {
  type Dense,
  embeddingWidth,
  findInputWeights,
  findLayerWeights,
  findOutputWeights,
  type LayerWeights,
  wideWidth,
  width,
} from './layer-weights.ts'
import { findTensor, type ModelFiles, otherModel } from './model-files.ts'
import { addRows, averageRows, normaliseRows, type Rows, rectifyRows } from './rows.ts'
import { layInStrips } from './strips.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

export interface Transformer {
  /** A vector of length 1 for each list of tokens: at least 1 in each, `tokenLimit` at most, `rowLimit` in all. */
  encode(texts: readonly (readonly number[])[]): Float32Array[]
}

/** Loads the weights. Throws UNSUPPORTED when they are of another model. */
export function openTransformer(files: ModelFiles): Transformer {
  const find = (ending: string, length: number): number => findTensor(files, ending, length)
  const input = findInputWeights(find)
  const layers = [findLayerWeights(find, 0), findLayerWeights(find, 1)]
  const output = findOutputWeights(find)
  const workspace = openWorkspace(files)
  for (const { right, inner, columns } of [...layers.flatMap(toMatrices), output]) {
    layInStrips(workspace.numbers.subarray(right / 4, right / 4 + inner * columns), inner)
  }
  return {
    encode: (texts) => {
      const spans = toSpans(texts)
      for (const [place, text] of texts.entries()) writeTokens(workspace, input, text, spans[place]?.start ?? 0)
      for (const layer of layers) runLayer(workspace, layer, spans)
      return toVectors(workspace, output, spans).map((vector) => {
        const unit = toUnitVector(vector)
        if (unit === undefined) throw otherModel(files.folder)
        return unit
      })
    },
  }
}

function toMatrices({ question, answer, think, conclude, widen }: LayerWeights): Dense[] {
  return [question, answer, think, conclude, ...(widen ? [widen] : [])]
}

function toSpans(texts: readonly (readonly number[])[]): Span[] {
  let end = 0
  return texts.map(({ length }) => {
    end += length
    return { start: end - length, length }
  })
}

/** Twice the embedding and the timing signal once: the graph adds the embedding to the sum of both. */
function writeTokens(
  { numbers, flow }: Workspace,
  { embeddings, rates }: { embeddings: number; rates: number },
  text: readonly number[],
  start: number,
): void {
  for (const [position, token] of text.entries()) {
    const target = flow / 4 + (start + position) * embeddingWidth
    const from = embeddings / 4 + token * embeddingWidth
    for (let i = 0; i < embeddingWidth; i++) numbers[target + i] = 2 * (numbers[from + i] ?? 0)
    addTiming(numbers, target, rates / 4, position)
  }
}

/** Sines in the first half, cosines in the second, each pair slower than the one before. */
function addTiming(numbers: Float32Array, target: number, rates: number, position: number): void {
  const half = embeddingWidth / 2
  for (let i = 0; i < half; i++) {
    const angle = position * (numbers[rates + i] ?? 0)
    numbers[target + i] = (numbers[target + i] ?? 0) + Math.sin(angle)
    numbers[target + half + i] = (numbers[target + half + i] ?? 0) + Math.cos(angle)
  }
}

/** Takes and leaves the numbers of all tokens in `flow`. */
function runLayer(workspace: Workspace, layer: LayerWeights, spans: readonly Span[]): void {
  const { numbers, flow, kept, normed, mixed, wide } = workspace
  const count = spans.reduce((sum, { length }) => sum + length, 0)
  const rowsAt = (place: number, rowWidth: number): Rows => ({ numbers, at: place / 4, count, width: rowWidth })
  const apply = (dense: Dense, left: number, product: number): void =>
    workspace.multiply({ ...dense, left, product, rows: count })

  normaliseRows(rowsAt(flow, layer.inner), normed / 4, layer.attentionNorm)
  apply(layer.question, normed, wide)
  for (const span of spans) attend(workspace, span, layer.inner)
  if (layer.widen) apply(layer.widen, flow, kept)
  else numbers.copyWithin(kept / 4, flow / 4, flow / 4 + count * width)
  apply(layer.answer, mixed, flow)
  addRows(rowsAt(flow, width), kept / 4)

  normaliseRows(rowsAt(flow, width), normed / 4, layer.thoughtNorm)
  apply(layer.think, normed, wide)
  rectifyRows(rowsAt(wide, wideWidth))
  apply(layer.conclude, wide, mixed)
  addRows(rowsAt(flow, width), mixed / 4)
}

function toVectors(workspace: Workspace, output: Dense, spans: readonly Span[]): Float32Array[] {
  const { numbers, flow, normed, mixed } = workspace
  for (const [place, { start, length }] of spans.entries()) {
    averageRows({ numbers, at: flow / 4 + start * width, count: length, width }, normed / 4 + place * width)
  }
  workspace.multiply({ ...output, left: normed, product: mixed, rows: spans.length })
  return spans.map((_, place) => {
    const from = mixed / 4 + place * width
    return numbers.slice(from, from + width).map(Math.tanh)
  })
}
