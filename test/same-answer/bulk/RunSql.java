import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Runs the statements of a file, one a line, in a local Spark with the Cassandra connector; says which of them failed. */
public class RunSql {
  public static void main(String[] arguments) throws Exception {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.extensions", "com.datastax.spark.connector.CassandraSparkExtensions")
            .config("spark.sql.catalog.cass", "com.datastax.spark.connector.datasource.CassandraCatalog")
            .config("spark.cassandra.connection.host", "127.0.0.1")
            .config("spark.cassandra.connection.port", arguments[1])
            .getOrCreate();
    int line = 0;
    for (String statement : Files.readAllLines(Path.of(arguments[0]))) {
      try {
        session.sql(statement.replaceFirst(";$", ""));
      } catch (Exception error) {
        System.out.println(line + "\t" + String.valueOf(error.getMessage()).lines().findFirst().orElse(""));
      }
      line++;
    }
    session.stop();
  }
}
