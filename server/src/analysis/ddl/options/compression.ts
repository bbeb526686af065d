import { COMPRESSORS } from '../../../catalog/builtin/compression-options.ts';
import { namesIn } from '../../../catalog/builtin/options.ts';
import { type CassandraRelease, existsIn, since } from '../../../text/release.ts';
import { mayBeInstalled } from '../../judging/installed.ts';
import type { Session } from '../../judging/verdict-model.ts';
import { capacityOfCopy, inHashOrder } from '../../java/hash-order.ts';
import type { Complaint } from './compaction.ts';
import { complaintAboutTraining } from './training.ts';
import { parseFloating, parseInteger } from '../../java/numbers.ts';
import { printList } from '../../java/print-list.ts';

type Texts = ReadonlyMap<string, string>;

/** The sub-options of `compression` (`CompressionParams.fromMap`). */
export function complaintAboutCompression(
  entries: Texts,
  release: CassandraRelease,
  session: Session,
): Complaint | undefined {
  const old = !existsIn(release, { since: '5.0' });
  const options = new Map(entries);
  const enabled = options.get('enabled');
  const isEnabled = enabled === undefined || enabled.toLowerCase() === 'true';
  const hasClass = options.has('class') || (old && options.has('sstable_compression'));
  if (entries.size > 0 && isEnabled && !hasClass) {
    return { message: "Missing sub-option 'class' for the 'compression' option." };
  }
  options.delete('enabled');
  if (!isEnabled && options.size > 0) {
    return { message: "If the 'enabled' option is set to false no other options must be specified", option: 'enabled' };
  }
  const name = old ? (options.get('class') ?? options.get('sstable_compression')) : options.get('class');
  if (old && options.has('class') && options.has('sstable_compression')) {
    const message =
      "The 'sstable_compression' option must not be used if the compression algorithm is already specified by the 'class' option";
    return { message, option: 'sstable_compression' };
  }
  if (options.has('class') && name === '') {
    const message = "The 'class' option must not be empty. To disable compression use 'enabled' : false";
    return { message, option: 'class' };
  }
  options.delete('class');
  if (old) options.delete('sstable_compression');
  return complaintAboutChunks(options, name, old, release, session);
}

function complaintAboutChunks(
  options: Map<string, string>,
  name: string | undefined,
  old: boolean,
  release: CassandraRelease,
  session: Session,
): Complaint | undefined {
  if (old && options.has('chunk_length_in_kb') && options.has('chunk_length_kb')) {
    const message =
      "The 'chunk_length_kb' option must not be used if the chunk length is already specified by the 'chunk_length_in_kb' option";
    return { message, option: 'chunk_length_kb' };
  }
  const option = options.has('chunk_length_in_kb') || !old ? 'chunk_length_in_kb' : 'chunk_length_kb';
  const chunk = options.get(option);
  options.delete(option);
  const length = chunk === undefined ? 16 : parseInteger(chunk);
  if (length === undefined) return { message: 'Invalid value for chunk_length_in_kb', option };
  if (length > 2_097_151) return { message: `Value of chunk_length_in_kb is too large (${length})`, option };

  const ratioText = existsIn(release, { since: '4.0' }) ? options.get('min_compress_ratio') : undefined;
  if (existsIn(release, { since: '4.0' })) options.delete('min_compress_ratio');
  const ratio = ratioText === undefined ? 0 : parseFloating(ratioText);
  if (ratio === undefined) {
    const problem = ratioText?.trim() === '' ? 'empty String' : `For input string: "${ratioText}"`;
    return {
      message: `java.lang.NumberFormatException: ${problem}`,
      option: 'min_compress_ratio',
      error: 'server',
    };
  }

  const complaint = complaintAboutCompressor(options, name, old, release, session);
  if (complaint !== undefined) return complaint;
  if (length <= 0) return { message: 'Invalid negative or null chunk_length_in_kb', option };
  if ((length & (length - 1)) !== 0) return { message: 'chunk_length_in_kb must be a power of 2', option };
  // Seen by the length that a compressed chunk may have at most, which rounds to nothing where the ratio is large.
  if (ratio < 0 && Math.ceil((length * 1024) / ratio) < 0)
    return { message: 'Invalid negative min_compress_ratio', option: 'min_compress_ratio' };
  if (ratio > 0 && ratio < 1 && Math.ceil((length * 1024) / ratio) < 2 ** 31 - 1) {
    const message = 'min_compress_ratio can either be 0 or greater than or equal to 1';
    return { message, option: 'min_compress_ratio' };
  }
  return undefined;
}

const PACKAGE = 'org.apache.cassandra.io.compress.';

/** What classes say of their own options. */
const CHECKS: Readonly<
  Partial<Record<(typeof COMPRESSORS)[number]['name'], (options: Texts) => Complaint | undefined>>
> = {
  LZ4Compressor: complaintAboutLz4,
  ZstdCompressor: (options) => complaintAboutZstd(options, 'ZstdCompressor'),
  ZstdDictionaryCompressor: (options) =>
    complaintAboutZstd(options, 'ZstdDictionaryCompressor') ?? complaintAboutTraining(options),
};

function complaintAboutCompressor(
  options: Map<string, string>,
  name: string | undefined,
  old: boolean,
  release: CassandraRelease,
  session: Session,
): Complaint | undefined {
  if (name === undefined || name === '') {
    if (options.size === 0) return undefined;
    const names = printList(inHashOrder(options.keys(), capacityOfCopy(options.size)));
    return { message: `Unknown compression options (${names}) since no compression class found` };
  }
  if (name.includes('.') && !name.startsWith(PACKAGE)) {
    if (name.startsWith('java.lang.')) {
      const message = since(release, '6.0')
        ? `Invalid compression class '${name}': must extend or implement ${PACKAGE}ICompressor`
        : 'create method not found';
      return { message, option: 'class' };
    }
    return mayBeInstalled(name, session)
      ? undefined
      : { message: `Could not create Compression for type ${name}`, option: 'class' };
  }
  if (old) options.delete('crc_check_chance');
  const simple = name.replace(PACKAGE, '');
  const compressor = COMPRESSORS.find(
    (candidate) => candidate.name === simple && existsIn(release, candidate.lifetime),
  );
  if (compressor === undefined)
    return { message: `Could not create Compression for type ${PACKAGE}${simple}`, option: 'class' };
  const complaint = CHECKS[compressor.name]?.(options);
  if (complaint !== undefined) return complaint;
  const known = namesIn(compressor.options, release);
  const unknown = inHashOrder(options.keys()).find((option) => !known.includes(option));
  return unknown === undefined ? undefined : { message: `Unknown compression options ${unknown}`, option: unknown };
}

function complaintAboutLz4(options: Texts): Complaint | undefined {
  const type = options.get('lz4_compressor_type');
  if (type !== undefined && type !== 'fast' && type !== 'high') {
    const message = `Invalid compressor type '${type}' specified for LZ4 parameter 'lz4_compressor_type'. Valid options are ${printList(inHashOrder(['fast', 'high']))}.`;
    return { message, option: 'lz4_compressor_type' };
  }
  const text = options.get('lz4_high_compressor_level');
  const level = text === undefined ? 9 : parseInteger(text);
  if (level !== undefined && level >= 1 && level <= 17) return undefined;
  const message = `Invalid value [${text}] for parameter 'lz4_high_compressor_level'. Value must be between 1 and 17.`;
  return { message, option: 'lz4_high_compressor_level' };
}

function complaintAboutZstd(options: Texts, name: string): Complaint | undefined {
  const text = options.get('compression_level');
  if (text === undefined) return undefined;
  const level = parseInteger(text);
  const problem =
    level === undefined
      ? `java.lang.NumberFormatException For input string: "${text}"`
      : level < -131_072 || level > 22
        ? `java.lang.IllegalArgumentException compression_level=${level} is invalid`
        : undefined;
  return problem === undefined
    ? undefined
    : { message: `${name}.create() threw an error: ${problem}`, option: 'compression_level' };
}
