// In place of a native module: log files written by Node. Each export is an assignment of its own, since the workbench
// imports them by name from CommonJS.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(_kind, _name, file) {
    this.file = file;
    this.level = 2;
    LEVELS.forEach((name, level) => {
      this[name === 'warning' ? 'warn' : name] = (message) => this.write(level, message);
    });
  }
  write(level, message) {
    if (level < this.level) return;
    try {
      appendFileSync(this.file, `${new Date().toISOString()} [${LEVELS[level]}] ${message}\n`);
    } catch {
      // A log that cannot be written must not end the host.
    }
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}
}

const create = async (name, file) => {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('file', name, file);
};

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
