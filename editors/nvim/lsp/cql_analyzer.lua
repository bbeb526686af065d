-- The server is the npm package's command. Without a root it takes the folder of the file.
return {
  cmd = { 'cql-analyzer', 'lsp', '--stdio' },
  filetypes = { 'cql' },
  root_markers = { 'cql-analyzer.toml', '.git' },
  workspace_required = false,
}
