;;; cql-mode.el --- Editing Apache Cassandra's CQL with cql-analyzer -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, cassandra

;;; Commentary:

;; Put this file on the load path and (require 'cql-mode) into the init file. Files that end in .cql are opened in it, and
;; eglot starts the server of the npm package cql-analyzer. Emacs 29 and newer hold eglot; 28 needs the package.

;;; Code:

(require 'eglot)

(defvar cql-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?- ". 12b" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "." table)
    table)
  "Syntax of CQL: comments begin with two dashes, two slashes or a slash and a star; strings double their quotes.")

(defconst cql-mode-keywords
  '("add" "allow" "alter" "and" "apply" "asc" "authorize" "batch" "begin" "by" "columnfamily" "create" "delete" "desc"
    "describe" "drop" "entries" "execute" "from" "full" "grant" "if" "in" "index" "insert" "into" "is" "keyspace" "limit"
    "materialized" "modify" "norecursive" "not" "of" "on" "or" "order" "primary" "rename" "revoke" "schema" "select" "set"
    "table" "to" "truncate" "unlogged" "update" "use" "using" "view" "where" "with")
  "Words that are always keywords.")

(defconst cql-mode-font-lock-keywords
  `((,(regexp-opt cql-mode-keywords 'words) . font-lock-keyword-face)
    (,(regexp-opt '("null" "true" "false" "nan" "infinity") 'words) . font-lock-constant-face)
    ("\\?\\|:[[:alpha:]][[:alnum:]_]*" . font-lock-variable-name-face))
  "What is coloured beside strings and comments.")

;;;###autoload
(define-derived-mode cql-mode prog-mode "CQL"
  "Major mode for Apache Cassandra's query language."
  (setq-local comment-start "-- "
              comment-start-skip "\\(?:--+\\|//+\\|/\\*+\\)\\s-*"
              comment-end ""
              tab-width 2
              indent-tabs-mode nil
              font-lock-defaults '(cql-mode-font-lock-keywords nil t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cql\\'" . cql-mode))

(add-to-list 'eglot-server-programs '(cql-mode . ("cql-analyzer" "lsp" "--stdio")))
(add-hook 'cql-mode-hook #'eglot-ensure)

(provide 'cql-mode)

;;; cql-mode.el ends here
